import SwiftUI

struct SignInView: View {
    var session: Session
    @State private var form = FormModel()

    var body: some View {
        Form {
            TextField("Name", text: $form.name)
            TextField("E-mail", text: $form.email)
            Button("Sign in") { session.signIn(name: form.name, isMember: false) }
                .disabled(!form.isValid)
        }
    }
}

struct SignInView_Previews: PreviewProvider {
    static var previews: some View {
        SignInView(session: Session())
    }
}
