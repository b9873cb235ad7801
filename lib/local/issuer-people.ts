import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import type { LocalPerson } from './issuer-page.ts'

/** The people who can sign in, kept in a file so that they are known after a restart. */
export interface IssuerPeople {
  list(): readonly LocalPerson[]
  get(sub: string): LocalPerson | undefined
  put(person: LocalPerson): Promise<void>
  /** Signs up a new person; a known address belongs to the person who has it. */
  signUp(email: string, name: string): Promise<LocalPerson>
}

export const issuerPeople = async (file: string): Promise<IssuerPeople> => {
  const kept = await readFile(file, 'utf8').catch(() => '[]')
  const people = new Map((JSON.parse(kept) as LocalPerson[]).map((person) => [person.sub, person]))
  let writing = Promise.resolve()
  const write = (): Promise<void> => {
    writing = writing.then(async () => {
      await writeFile(`${file}.new`, `${JSON.stringify([...people.values()], null, 2)}\n`, { mode: 0o600 })
      await rename(`${file}.new`, file)
    })
    return writing
  }
  const put = async (person: LocalPerson): Promise<void> => {
    people.set(person.sub, person)
    await write()
  }
  return {
    list: () => [...people.values()],
    get: (sub) => people.get(sub),
    put,
    async signUp(email, name) {
      const existing = [...people.values()].find((person) => person.email === email)
      if (existing) return existing
      const person = { sub: randomUUID(), email, name }
      await put(person)
      return person
    },
  }
}
