import type { BrowserContextOptions } from 'playwright-core'
import { developer } from './developer.ts'
import { developerByKeyboard } from './keyboard.ts'
import { operator } from './operator.ts'
import { productPerson } from './product-person.ts'
import { type Bench, type Visit, visit } from './visit.ts'

const SCREENS: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: '1280-light', options: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' } },
  { name: '390-dark', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } },
]

/** The operator is last: days pass for everybody. */
const JOURNEYS: readonly { readonly name: string; readonly go: (seen: Visit, bench: Bench) => Promise<void> }[] = [
  { name: 'developer', go: developer },
  { name: 'product-person', go: productPerson },
  { name: 'operator', go: operator },
]

/** The ways of people through the console, on a laptop and on a telephone at night; the first by keyboard alone, too. */
export const judgeJourneys = async (bench: Bench): Promise<string> => {
  let looked = 0
  const keyboard = await visit(bench, 'keyboard', developerByKeyboard)
  looked += keyboard.look.looked
  for (const { name, go } of JOURNEYS) {
    for (const screen of SCREENS) {
      const seen = await visit(bench, `${name}-${screen.name}`, (each) => go(each, bench), screen.options)
      looked += seen.look.looked
    }
  }
  return `${JOURNEYS.length} journeys on ${SCREENS.length} screens and one by keyboard, ${looked} views without findings`
}
