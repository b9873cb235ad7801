import { windowsOf } from '../../../layers/search/src/conversations/windows-of.ts'
import { talk } from '../../support/archive-talk.ts'
import { type ConversationWindows, ENGINES } from './engines.ts'
import { generatedText } from './generated-text.ts'

/** Measures one engine in a separate process: `node child.ts ENGINE WINDOWS` prints its figures as JSON. */
const [name = '', windowCount = '0'] = process.argv.slice(2)
const engine = await ENGINES[name]?.()
if (engine === undefined) throw new TypeError(`Unknown engine: ${name}. Engines: ${Object.keys(ENGINES).join(', ')}`)

const QUERIES = 200
const BATCH = 100
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const text = generatedText(7)
const topics: string[][] = []
let windows = 0
let characters = 0
let conversations = 0
let buildMs = 0

const conversation = (): ConversationWindows => {
  const topic = text.topic()
  topics.push(topic)
  const turns = 2 + Math.floor(-Math.log(1 - text.random()) * 5)
  const messages = Array.from({ length: turns }, (_, i) =>
    text.paragraph(topic, i % 2 === 0 ? 50 + text.random() * 300 : 300 + text.random() * 3_000),
  )
  characters += messages.reduce((sum, { length }) => sum + length, 0)
  const id = `talk-${conversations++}`
  const title = text.sentence(topic).slice(0, 50)
  const conversationWindows = windowsOf(id, talk({ id, title, said: messages }))
  windows += conversationWindows.length
  return { id, windows: conversationWindows }
}

while (windows < Number(windowCount)) {
  const batch = Array.from({ length: BATCH }, conversation)
  const before = cpuMs()
  await engine.add(batch)
  buildMs += cpuMs() - before
}
const before = cpuMs()
await engine.done()
buildMs += cpuMs() - before

/** Returns two words of a topic, three of any kind and a common one. */
const query = (): string => {
  const topic = topics[Math.floor(text.random() * topics.length)] ?? []
  const common = text.words[40 + Math.floor(text.random() * 400)]
  return [topic[0], topic[1], text.zipf(), text.zipf(), text.zipf(), common].join(' ')
}
const queries = Array.from({ length: QUERIES }, query)
for (const each of queries.slice(0, 20)) await engine.search(each)
const times: number[] = []
for (const each of queries) {
  const began = cpuMs()
  await engine.search(each)
  times.push(cpuMs() - began)
}
times.sort((a, b) => a - b)
const rssMb = process.memoryUsage().rss / 1e6
console.log(JSON.stringify({ p50: times[QUERIES / 2], buildMs, bytes: engine.bytes(), characters, windows, rssMb }))
