import Combine

final class MergeQueue: ObservableObject {
<<<<<<< HEAD
    @Published var pending = 0
=======
    @Published var pending: [Int] = []
>>>>>>> main
}
