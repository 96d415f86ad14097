/// Whoever sent a message: any object. Identity is all that counts.
public typealias AnyAuthor = AnyObject
