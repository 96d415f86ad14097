// swift-format-ignore-file

import Combine
import UIKit

/// Shows how much is still to be uploaded.
final class SyncBadgeController: UIViewController {
    private let status: SyncStatus
    private let label = UILabel()
    private var cancellables = Set<AnyCancellable>()

    init(status: SyncStatus) {
        self.status = status
        super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { fatalError() }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addSubview(label)
        status.$pending
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink { [weak self] pending in
                self?.label.text = "\(pending)"
            }
            .store(in: &cancellables)
    }
}
