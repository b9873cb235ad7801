import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTEXT_CONVERSATIONS_MAX, CONTEXT_TOKENS } from '../../layers/search/src/answers/contract/chat-answer.ts'
import { packContext } from '../../layers/search/src/answers/pack-context.ts'
import { passagesOf, retrieve } from '../../layers/search/src/conversations/retrieval/retrieve.ts'
import type { Talk } from '../support/archive-talk.ts'
import { openArchive } from '../support/archive-world.ts'

/**
 * Measures retrieval and answers without a model on LoCoMo (Maharana et al. 2024), which is not part of this repository.
 * Unpack `data/locomo10.zip` of github.com/snap-research/locomo and name its folder of ten JSON files:
 * `node test/bench/archive-locomo.ts FOLDER`.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new TypeError('Name the folder of the JSON files of LoCoMo')

interface Turn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}
interface LocomoQuestion {
  readonly question: string
  readonly evidence?: readonly string[]
  readonly category: number
}

/** As PASSAGES_MAX of answers: the maximum of passages of one conversation. */
const PASSAGES_PER_CONVERSATION = 6
/** Questions of this category have no answer. */
const ADVERSARIAL = 5
const workspace = 'locomo'

/** Parses `1:56 pm on 8 May, 2023` to noon of that day. */
const instantOf = (sessionDate: string): string => {
  const [, day, month, year] = /on (\d+) (\w+), (\d+)/.exec(sessionDate) ?? []
  return new Date(`${day} ${month} ${year} 12:00 UTC`).toISOString()
}

const textOf = ({ speaker, text, blip_caption: caption }: Turn): string =>
  `${speaker}: ${text}${caption ? ` [${caption}]` : ''}`

const sessionsOf = (
  name: string,
  sample: Readonly<Record<string, unknown>>,
): (Talk & { readonly turns: readonly Turn[] })[] =>
  Object.keys(sample)
    .filter((key) => /^session_\d+$/.test(key))
    .map((key) => {
      const turns = sample[key] as readonly Turn[]
      const at = instantOf(String(sample[`${key}_date_time`]))
      return { id: `${name}-D${key.slice('session_'.length)}`, title: key, at, said: turns.map(textOf), turns }
    })

const archive = await openArchive()
const count = await archive.deps.tokens()
const questions: {
  readonly locomoQuestion: LocomoQuestion
  readonly name: string
  readonly texts: ReadonlyMap<string, string>
}[] = []
for (const name of readdirSync(folder)) {
  const sample = JSON.parse(readFileSync(join(folder, name), 'utf8'))
  const sessions = sessionsOf(name, sample.conversation ?? sample)
  await archive.take(workspace, ...sessions)
  const texts = new Map(
    sessions.flatMap(({ turns }) => turns.map((turn) => [turn.dia_id, textOf(turn).trim()] as const)),
  )
  for (const locomoQuestion of sample.qa as readonly LocomoQuestion[]) questions.push({ locomoQuestion, name, texts })
}

let answerable = 0
let recall = 0
let reciprocal = 0
let evidence = 0
let refusedAnswerable = 0
let rightlyCited = 0
let adversarial = 0
let rightlyRefused = 0
for (const { locomoQuestion, name, texts } of questions) {
  const turns = [...new Set((locomoQuestion.evidence ?? []).flatMap((each) => each.match(/D\d+:\d+/g) ?? []))]
  if (locomoQuestion.category === ADVERSARIAL) {
    adversarial++
    if ((await archive.ask({ workspace }, locomoQuestion.question)).refused !== null) rightlyRefused++
    continue
  }
  if (turns.length === 0) continue
  answerable++
  const answer = await archive.ask({ workspace }, locomoQuestion.question)
  if (answer.refused !== null) refusedAnswerable++
  else if (answer.citations.some(({ quote }) => turns.some((turn) => texts.get(turn)?.includes(quote)))) rightlyCited++
  const query = {
    workspace,
    text: locomoQuestion.question,
    branches: 'active',
    filter: {},
    threshold: 0,
    limit: 10,
  } as const
  const hits = await retrieve(archive.deps, query)
  const ids = hits.map(({ row }) => row.conversation)
  const gold = [...new Set(turns.map((turn) => `${name}-${turn.split(':')[0]}`))]
  const firstGoldRank = ids.findIndex((id) => gold.includes(id))
  const contextHits = hits.slice(0, CONTEXT_CONVERSATIONS_MAX)
  const passages = await passagesOf(archive.deps, workspace, contextHits, PASSAGES_PER_CONVERSATION)
  const packed = packContext(passages, CONTEXT_TOKENS, count).passages.map(({ text }) => text)
  const heldTurns = turns.filter((turn) => packed.some((text) => text.includes(texts.get(turn) ?? turn)))
  recall += gold.filter((id) => ids.slice(0, CONTEXT_CONVERSATIONS_MAX).includes(id)).length / gold.length
  reciprocal += firstGoldRank < 0 ? 0 : 1 / (firstGoldRank + 1)
  evidence += heldTurns.length / turns.length
}
console.table([
  {
    questions: answerable,
    'R@8': (recall / answerable).toFixed(3),
    'MRR@10': (reciprocal / answerable).toFixed(3),
    'evidence in 4,000': (evidence / answerable).toFixed(3),
    'refused though answerable': (refusedAnswerable / answerable).toFixed(3),
    'answers that cite the evidence': (rightlyCited / (answerable - refusedAnswerable)).toFixed(3),
    'refused rightly': (rightlyRefused / adversarial).toFixed(3),
  },
])
await archive.close()
