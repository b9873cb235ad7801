import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalApp } from './local-app.ts'

/** The ceilings of what costs by use, as the functions have them: for `npm run spend -- local`. */
export const ceilingsOf = ({ functions }: LocalApp): string =>
  functions.flatMap(({ environment }) => environment.DAILY_CEILINGS ?? [])[0] ?? 'none'

type Addresses = Readonly<Partial<Record<string, string>>>

const withPages = (urls: Addresses): Addresses =>
  urls.platform === undefined ? urls : { ...urls, verify: `${urls.platform}/verify`, trust: `${urls.platform}/trust` }

/** Writes stack.json in one step, so that a reader that waits for it reads all of it. */
export const writeStackFile = async (
  state: string,
  stack: { readonly urls: Addresses } & Readonly<Record<string, unknown>>,
): Promise<void> => {
  const file = join(state, 'stack.json')
  const text = JSON.stringify({ ...stack, urls: withPages(stack.urls) }, null, 2)
  await writeFile(`${file}.new`, `${text}\n`)
  await rename(`${file}.new`, file)
}
