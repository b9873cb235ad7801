import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { LocalPerson } from './issuer-page.ts'

export type IssuerPeople = Awaited<ReturnType<typeof issuerPeople>>

/** Stores the people who can sign in, in a file, so that they persist across restarts. */
export const issuerPeople = async (file: string) => {
  const storedText = await readFile(file, 'utf8').catch(() => '[]')
  const people = new Map((JSON.parse(storedText) as LocalPerson[]).map((person) => [person.sub, person]))
  let lastWrite = Promise.resolve()
  const write = (): Promise<void> => {
    lastWrite = lastWrite.then(async () => {
      await writeFile(`${file}.new`, `${JSON.stringify([...people.values()], null, 2)}\n`, { mode: 0o600 })
      await rename(`${file}.new`, file)
    })
    return lastWrite
  }
  const put = async (person: LocalPerson): Promise<void> => {
    people.set(person.sub, person)
    await write()
  }
  return {
    list: (): readonly LocalPerson[] => [...people.values()],
    get: (sub: string) => people.get(sub),
    put,
    /** Signs up a new person. A known email address returns the existing person. */
    async signUp(email: string, name: string): Promise<LocalPerson> {
      const existing = [...people.values()].find((person) => person.email === email)
      if (existing) return existing
      const person = { sub: randomUUID(), email, name }
      await put(person)
      return person
    },
  }
}
