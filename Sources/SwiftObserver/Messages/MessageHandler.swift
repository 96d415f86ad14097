/// What an observer does with a message.
@usableFromInline
enum MessageHandler<Message> {
  case message((Message) -> Void)
  case messageAndAuthor((Message, AnyAuthor) -> Void)
}
