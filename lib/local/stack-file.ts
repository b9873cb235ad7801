import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalApp } from './local-app.ts'

/** The ceilings of what costs by use, as the functions have them: for `npm run spend -- local`. */
export const ceilingsOf = ({ functions }: LocalApp): string =>
  functions.flatMap(({ environment }) => environment.DAILY_CEILINGS ?? [])[0] ?? 'none'

/** Writes stack.json in one step, so that a reader that waits for it reads all of it. */
export const writeStackFile = async (state: string, stack: object): Promise<void> => {
  const file = join(state, 'stack.json')
  await writeFile(`${file}.new`, `${JSON.stringify(stack, null, 2)}\n`)
  await rename(`${file}.new`, file)
}
