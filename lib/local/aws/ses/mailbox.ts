import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A mail that the embedded SES accepted. It is never sent. */
export interface StoredMail {
  readonly id: string
  /** ISO 8601 time of the local clock. */
  readonly at: string
  readonly from: string
  readonly to: readonly string[]
  readonly replyTo: readonly string[]
  readonly subject: string
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

export type Mailbox = ReturnType<typeof mailbox>

/** Stores each mail as one file, named by its time, so that any editor can open it. */
export const mailbox = (dir: string, now: () => number) => {
  const folder = join(dir, 'mails')
  mkdirSync(folder, { recursive: true })
  return {
    store(mail: Omit<StoredMail, 'id' | 'at'>): StoredMail {
      const stored = { id: randomUUID(), at: new Date(now()).toISOString(), ...mail }
      const file = join(folder, `${stored.at.replaceAll(':', '-')} ${stored.id}.json`)
      // Written in two steps, so that a listing of the folder never includes a partial mail.
      writeFileSync(`${file}.part`, JSON.stringify(stored, null, 2))
      renameSync(`${file}.part`, file)
      return stored
    },
    /** Newest first. */
    list: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .reverse()
        .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredMail),
  }
}
