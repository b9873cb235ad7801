import { randomBytes } from 'node:crypto'
import { cp, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningStack, startStack } from '../../../lib/local/stack.ts'
import type { StackLog } from '../../../lib/local/stack-log.ts'
import type { StackOptions } from '../../../lib/local/stack-options.ts'

const repository = join(import.meta.dirname, '../../..')

/** Copies the fixture app to a folder inside the repository, so that its imports resolve. */
export async function copyFixture(): Promise<{ readonly root: string; remove(): Promise<void> }> {
  const root = join(repository, '.local', 'tests', randomBytes(6).toString('hex'))
  await mkdir(root, { recursive: true })
  const source = join(repository, 'test/fixtures/local-app')
  for (const folder of ['bin', 'lambdas']) await cp(join(source, folder), join(root, folder), { recursive: true })
  return { root, remove: () => rm(root, { recursive: true, force: true }) }
}

// biome-ignore lint/suspicious/noExplicitAny: what comes back over HTTP is asserted field by field, not typed
export type LooseJson = Record<string, any>

export interface FixtureStack {
  readonly stack: RunningStack
  readonly root: string
  readonly log: StackLog[]
  readonly images: string
  stop(): Promise<void>
}

export async function startFixture(options: StackOptions = {}): Promise<FixtureStack> {
  const { root, remove } = await copyFixture()
  const log: StackLog[] = []
  const stack = await startStack({ root, port: 0, log: (entry) => log.push(entry), ...options })
  return {
    stack,
    root,
    log,
    images: stack.urls.images ?? '',
    async stop() {
      await stack.stop()
      await remove()
    },
  }
}

/** Polls until `probe` returns a value, for at most `ms`. */
export async function eventually<T>(probe: () => Promise<T | undefined> | T | undefined, ms = 20_000): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const value = await probe()
    if (value !== undefined) return value
    if (Date.now() > deadline) throw new Error(`Not so within ${ms} ms: ${probe.toString()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const textOf = (entry: StackLog): string => (entry.type === 'request' ? (entry.note ?? '') : entry.text)
