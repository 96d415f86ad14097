/// The sender of a message: any object. Only its identity matters.
public typealias AnyAuthor = AnyObject
