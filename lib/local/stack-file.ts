import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalApp } from './local-app.ts'

/** Returns the spend limits from the functions' variables, for `npm run spend -- local`. */
export const ceilingsOf = ({ functions }: LocalApp): string =>
  functions.flatMap(({ environment }) => environment.DAILY_CEILINGS ?? [])[0] ?? 'none'

type Addresses = Readonly<Partial<Record<string, string>>>

const withPages = (urls: Addresses): Addresses =>
  urls.platform === undefined ? urls : { ...urls, verify: `${urls.platform}/verify`, trust: `${urls.platform}/trust` }

/** Writes stack.json atomically, so that a waiting reader never sees a partial file. */
export const writeStackFile = async (
  state: string,
  stack: { readonly urls: Addresses } & Readonly<Record<string, unknown>>,
): Promise<void> => {
  const file = join(state, 'stack.json')
  const text = JSON.stringify({ ...stack, urls: withPages(stack.urls) }, null, 2)
  await writeFile(`${file}.new`, `${text}\n`)
  await rename(`${file}.new`, file)
}
