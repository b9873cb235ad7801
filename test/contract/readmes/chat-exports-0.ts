import { createSplitter, detectRoot, HEAD_BYTES, readItem } from '@signet/chat-exports'

const file = Buffer.from('[{"uuid":"c1","name":"Bees","chat_messages":[{"uuid":"m1","sender":"human","text":"Which hive?"}]}]')
const root = detectRoot(file.subarray(0, HEAD_BYTES))
if (typeof root === 'string') throw new Error(`The file is ${root}`)

const splitter = createSplitter(root)
for (const { raw, key, start, end, after } of splitter.push(file.subarray(root.offset))) {
  const outcome = raw && readItem(raw, key) // a conversation, empty, a fragment of a thread, or a fault
  // `start` to `end` are the item's bytes; a splitter created at `after` continues after it.
}

export {}
