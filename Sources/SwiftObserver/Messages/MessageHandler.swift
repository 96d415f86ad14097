/// The action of an observer for a message.
@usableFromInline
enum MessageHandler<Message> {
  case message((Message) -> Void)
  case messageAndAuthor((Message, AnyAuthor) -> Void)
}
