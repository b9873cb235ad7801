import type { BrowserContextOptions } from 'playwright-core'
import { developer } from './developer.ts'
import { type Hands, mouse } from './hands.ts'
import { holdsFocus, keyboard } from './keys.ts'
import { operator } from './operator.ts'
import { productPerson } from './product-person.ts'
import { usesShortcuts } from './shortcuts.ts'
import { type Bench, type Visit, visit } from './visit.ts'

interface Way {
  readonly name: string
  readonly hands: Hands
  readonly options: BrowserContextOptions
}

/** A low window, in which sticky bars could cover the focus. */
const WITHOUT_MOUSE: Way = { name: 'keyboard', hands: keyboard, options: { viewport: { width: 1280, height: 500 } } }

/** A laptop without a mouse and a phone in the dark scheme. */
const WAYS: readonly Way[] = [
  WITHOUT_MOUSE,
  { name: '390-dark', hands: mouse, options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
]

interface Journey {
  readonly name: string
  readonly go: (seen: Visit, bench: Bench) => Promise<void>
}

/** The operator is last, because it advances the clock for everyone. */
const JOURNEYS: readonly Journey[] = [
  { name: 'developer', go: developer },
  { name: 'product-person', go: productPerson },
  { name: 'operator', go: operator },
]

/** Runs a journey. @returns the number of checked views */
const goOn = async (bench: Bench, { name, go }: Journey, { name: way, hands, options }: Way): Promise<number> => {
  const work = async (seen: Visit): Promise<void> => {
    await go(seen, bench)
    if (hands === keyboard) await holdsFocus(seen.page)
  }
  return (await visit(bench, `${name}-${way}`, work, options, hands)).look.looked
}

/** User journeys, each with the mouse and by keyboard alone, plus the shortcuts. */
export const judgeJourneys = async (bench: Bench): Promise<string> => {
  let looked = await goOn(bench, { name: 'shortcuts', go: usesShortcuts }, WITHOUT_MOUSE)
  for (const journey of JOURNEYS) for (const way of WAYS) looked += await goOn(bench, journey, way)
  return `${JOURNEYS.length} journeys on a telephone and by keyboard alone, ${looked} views without findings`
}
