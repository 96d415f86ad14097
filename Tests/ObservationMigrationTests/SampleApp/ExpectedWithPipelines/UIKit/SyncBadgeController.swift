import ObservationBridge
import UIKit

/// Shows how much is still to be uploaded.
final class SyncBadgeController: UIViewController {
    private let status: SyncStatus
    private let label = UILabel()
    private let observations = ObservationScope()

    init(status: SyncStatus) {
        self.status = status
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError() }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
        let pendingDidChange: @MainActor (Int) -> Void = { [weak self] pending in
            self?.label.text = "\(pending)"
        }
        pendingDidChange(status.pending)
        observations.observe(status, \.pending) { pendingDidChange($0.new) }
    }
}
