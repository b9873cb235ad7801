import type { Talk } from '../../support/archive-talk.ts'
import { seeded } from './generated-text.ts'

/** A question and the location of its answer. */
export interface PlantedQuestion {
  readonly kind: 'single' | 'temporal' | 'contradicted' | 'unanswerable'
  readonly question: string
  /** Conversations that contain the answer; the latest first for a contradiction. */
  readonly gold: readonly string[]
  /** The sentences that contain the answer, one for each of `gold`. */
  readonly evidence: readonly string[]
}

const NAMES =
  'Anna Boris Clara Dmitri Elena Farid Greta Hassan Ingrid Jonas Katya Liam Mira Noor Oskar Petra Quentin Rosa Stefan Tamara Ulrich Vera Walter Xenia Yusuf Zofia'.split(
    ' ',
  )
const PLACES =
  'Lisbon Oslo Kyoto Prague Dublin Seville Tallinn Bergen Naples Ghent Porto Vilnius Malaga Turin Gdansk Lyon'.split(
    ' ',
  )
const THINGS =
  'bicycle telescope sofa violin kayak drone toaster greenhouse microscope typewriter hammock espresso-machine tent printer guitar treadmill'.split(
    ' ',
  )
const PETS = 'parrot tortoise beagle hamster ferret goldfish donkey rabbit lizard hedgehog'.split(' ')
const MONTHS = 'January February March April May June July August September October'.split(' ')
const SMALL_TALK = [
  'How was your week so far?',
  'It was fine, mostly work and a bit of reading.',
  'The weather has been strange lately.',
  'I slept badly, the neighbors had a party again.',
  'We should cook something together soon.',
  'Did you see the match yesterday?',
  'Honestly I am tired of meetings.',
  'My sister called, she says hello.',
  'I started a new book about the history of maps.',
  'The train was late again this morning.',
  'Let us meet for coffee when you have time.',
  'I want to learn to paint, but never find the time.',
  'That sounds like a good plan to me.',
  'The garden needs water, everything is dry.',
  'I bought vegetables at the market and made soup.',
]

interface FactTemplate {
  readonly says: (name: string, topic: string, value: string) => string
  readonly asks: (name: string, topic: string) => string
  /** Things, places or pets. */
  readonly topics: readonly string[]
  readonly value: (random: () => number) => string
}

const number = (random: () => number, from: number, to: number): number => from + Math.floor(random() * (to - from))

/** Statements and questions about them, in other words. */
const FACTS: readonly FactTemplate[] = [
  {
    says: (name, thing, value) => `${name} spent ${value} euros on the ${thing} in the end.`,
    asks: (name, thing) => `How much money did ${name} pay for the ${thing}?`,
    topics: THINGS,
    value: (random) => String(number(random, 60, 2_000)),
  },
  {
    says: (name, place, value) => `${name} is moving to ${place} because of a job at the ${value}.`,
    asks: (name, place) => `Why does ${name} move to ${place}?`,
    topics: PLACES,
    value: (random) => ['harbour office', 'city library', 'opera house', 'tram depot'][number(random, 0, 4)] as string,
  },
  {
    says: (name, pet, value) => `The ${pet} of ${name} is called ${value}.`,
    asks: (name, pet) => `What name has ${name} given to the ${pet}?`,
    topics: PETS,
    value: (random) => ['Biscuit', 'Pepper', 'Comet', 'Mango', 'Turnip', 'Ziggy'][number(random, 0, 6)] as string,
  },
  {
    says: (name, place, value) => `${name} stayed ${value} nights in ${place} and loved it.`,
    asks: (name, place) => `How many nights did ${name} stay in ${place}?`,
    topics: PLACES,
    value: (random) => String(number(random, 2, 21)),
  },
]

/** Single events without their date, which is the date of the message. */
const EVENTS: readonly {
  readonly says: (name: string) => string
  readonly asks: (name: string, when: string) => string
}[] = [
  {
    says: (name) => `${name} has just broken an arm while climbing.`,
    asks: (name, when) => `What did ${name} break in ${when}?`,
  },
  {
    says: (name) => `${name} has won the chess tournament of the club.`,
    asks: (name, when) => `Which tournament did ${name} win in ${when}?`,
  },
]

/** Statements and questions that were not used for tuning. */
const HELD_OUT_FACTS: readonly FactTemplate[] = [
  {
    says: (name, thing, value) => `Yesterday ${name} sold the old ${thing} to ${value}.`,
    asks: (name, thing) => `Who bought the ${thing} that ${name} sold?`,
    topics: THINGS,
    value: (random) => ['a neighbor', 'the museum', 'a student', 'the flea market'][number(random, 0, 4)] as string,
  },
  {
    says: (name, place, value) => `When ${name} lived in ${place}, the rent was ${value} a month.`,
    asks: (name, place) => `How much rent did ${name} pay while living in ${place}?`,
    topics: PLACES,
    value: (random) => String(number(random, 300, 1_900)),
  },
  {
    says: (name, pet, value) => `${name} feeds the ${pet} with ${value} every evening.`,
    asks: (name, pet) => `What does the ${pet} of ${name} eat?`,
    topics: PETS,
    value: (random) => ['carrots', 'dried shrimp', 'oats', 'dandelions'][number(random, 0, 4)] as string,
  },
  {
    says: (name, place, value) => `${name} flew to ${place} with ${value}, for the first time.`,
    asks: (name, place) => `With whom did ${name} fly to ${place}?`,
    topics: PLACES,
    value: (random) => ['two cousins', 'the choir', 'an old friend', 'the whole team'][number(random, 0, 4)] as string,
  },
]

const HELD_OUT_EVENTS: typeof EVENTS = [
  {
    says: (name) => `${name} has forgotten the keys on the ferry.`,
    asks: (name, when) => `What did ${name} forget in ${when}?`,
  },
  {
    says: (name) => `The boss of ${name} has chosen the blue office for the winter.`,
    asks: (name, when) => `Which office did the boss of ${name} choose in ${when}?`,
  },
]

/** Creates an archive of small talk with planted facts, and questions about them; the same for the same seed. */
export const plantedArchive = (
  seed: number,
  { conversations, isHeldOut }: { readonly conversations: number; readonly isHeldOut: boolean },
) => {
  const [facts, events] = isHeldOut ? [HELD_OUT_FACTS, HELD_OUT_EVENTS] : [FACTS, EVENTS]
  const random = seeded(seed)
  const pick = <T>(all: readonly T[]): T => all[number(random, 0, all.length)] as T
  const plantedTexts: string[][] = Array.from({ length: conversations }, () => [])
  const idOf = (at: number): string => `talk-${String(at).padStart(4, '0')}`
  const questions: PlantedQuestion[] = []
  const used = new Set<string>()
  const unusedFact = (): { readonly fact: FactTemplate; readonly name: string; readonly topic: string } => {
    for (;;) {
      const fact = pick(facts)
      const name = pick(NAMES)
      const topic = pick(fact.topics)
      const key = `${facts.indexOf(fact)} ${name} ${topic}`
      if (!used.has(key) && used.add(key)) return { fact, name, topic }
    }
  }
  const randomConversation = (): number => number(random, 0, conversations)
  const plant = (at: number, text: string): void => void plantedTexts[at]?.push(text)

  for (let i = 0; i < conversations; i++) {
    const { fact, name, topic } = unusedFact()
    const at = randomConversation()
    const statement = fact.says(name, topic, fact.value(random))
    plant(at, statement)
    questions.push({ kind: 'single', question: fact.asks(name, topic), gold: [idOf(at)], evidence: [statement] })
  }
  for (let i = 0; i < conversations / 4; i++) {
    const { fact, name, topic } = unusedFact()
    const a = randomConversation()
    const b = randomConversation()
    const early = Math.min(a, b)
    const late = Math.max(a, b)
    const texts = [fact.says(name, topic, fact.value(random)), fact.says(name, topic, fact.value(random))] as const
    if (early === late || texts[0] === texts[1]) continue
    plant(early, texts[0])
    plant(late, texts[1])
    const gold = [idOf(late), idOf(early)]
    questions.push({ kind: 'contradicted', question: fact.asks(name, topic), gold, evidence: [texts[1], texts[0]] })
  }
  const monthOf = (at: number): string => MONTHS[Math.floor((at * MONTHS.length) / conversations)] as string
  for (const event of events) {
    for (const name of NAMES) {
      const at = randomConversation()
      const statement = event.says(name)
      plant(at, statement)
      const when = `${monthOf(at)} 2026`
      questions.push({ kind: 'temporal', question: event.asks(name, when), gold: [idOf(at)], evidence: [statement] })
    }
  }
  for (let i = 0; i < conversations / 4; i++) {
    // The counterpart of a planted fact, about another person.
    const { fact, name, topic } = unusedFact()
    questions.push({ kind: 'unanswerable', question: fact.asks(name, topic), gold: [], evidence: [] })
  }
  const talks = plantedTexts.map((texts, at): Talk => {
    const month = Math.floor((at * MONTHS.length) / conversations)
    const day = 1 + (at % 27)
    const said = Array.from({ length: 18 + number(random, 0, 8) }, () => pick(SMALL_TALK))
    for (const text of texts) said.splice(number(random, 1, said.length), 0, text)
    const title = pick(['Catching up', 'Sunday call', 'Evening chat', 'Quick hello', 'Long talk'])
    return { id: idOf(at), title, at: new Date(Date.UTC(2026, month, day, 18)).toISOString(), said }
  })
  return { talks, questions }
}
