import type { BrowserContextOptions } from 'playwright-core'
import { developer } from './developer.ts'
import { type Hands, mouse } from './hands.ts'
import { keyboard, requireFocus } from './keys.ts'
import { operator } from './operator.ts'
import { productPerson } from './product-person.ts'
import { judgeShortcuts } from './shortcuts.ts'
import { type Bench, type Visit, visit } from './visit.ts'

interface InputMethod {
  readonly name: string
  readonly hands: Hands
  readonly options: BrowserContextOptions
}

/** A low window, in which sticky bars could cover the focus. */
const WITHOUT_MOUSE: InputMethod = {
  name: 'keyboard',
  hands: keyboard,
  options: { viewport: { width: 1280, height: 500 } },
}

/** A laptop without a mouse and a phone in the dark scheme. */
const INPUT_METHODS: readonly InputMethod[] = [
  WITHOUT_MOUSE,
  { name: '390-dark', hands: mouse, options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
]

interface Journey {
  readonly name: string
  readonly run: (session: Visit, bench: Bench) => Promise<void>
}

/** The operator is last, because it advances the clock for everyone. */
const JOURNEYS: readonly Journey[] = [
  { name: 'developer', run: developer },
  { name: 'product-person', run: productPerson },
  { name: 'operator', run: operator },
]

/** Runs a journey. @returns the number of checked views */
const runJourney = async (
  bench: Bench,
  { name, run: go }: Journey,
  { name: method, hands, options }: InputMethod,
): Promise<number> => {
  const work = async (session: Visit): Promise<void> => {
    await go(session, bench)
    if (hands === keyboard) await requireFocus(session.page)
  }
  return (await visit(bench, `${name}-${method}`, work, options, hands)).inspector.viewCount
}

/** User journeys, each with the mouse and by keyboard alone, plus the shortcuts. */
export const judgeJourneys = async (bench: Bench): Promise<string> => {
  let looked = await runJourney(bench, { name: 'shortcuts', run: judgeShortcuts }, WITHOUT_MOUSE)
  for (const journey of JOURNEYS) for (const method of INPUT_METHODS) looked += await runJourney(bench, journey, method)
  return `${JOURNEYS.length} user journeys on a phone and by keyboard alone; no findings in ${looked} views`
}
