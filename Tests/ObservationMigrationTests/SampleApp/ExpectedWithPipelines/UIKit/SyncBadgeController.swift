// swift-format-ignore-file

import ObservationBridge
import UIKit

/// Shows how much is still to be uploaded.
final class SyncBadgeController: UIViewController {
    private let status: SyncStatus
    private let label = UILabel()
    private var tasks: [Task<Void, Never>] = []

    init(status: SyncStatus) {
        self.status = status
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError() }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
        let pendingValues = ObservationBridge(of: status) { $0.pending }.removeDuplicates()
        tasks.append(Task { [weak self] in
            for await pending in pendingValues where !Task.isCancelled {
                self?.label.text = "\(pending)"
            }
        })
    }

    deinit {
        for task in tasks { task.cancel() }
    }
}
