import { readFile } from 'node:fs/promises'
import { EXIT, Failure } from '@signet/command-line'
import type { Content } from '../content.ts'
import { policyFaults } from '../policies/check-policy.ts'
import { findPolicy } from '../policies/policies.ts'
import { DOMAINS, type Policy } from '../policies/policy.ts'
import { PolicyInput } from '../schemas.ts'

/** Content with the text of its file, so that positions can be reported as lines of the file. */
export interface FileContent {
  readonly content: Content
  readonly text: string
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/

const FRONT_MATTER_FIELDS: Readonly<
  Record<string, 'title' | 'authorName' | 'authorBio' | 'publishedAt' | 'updatedAt' | 'sourceUrl'>
> = {
  title: 'title',
  author: 'authorName',
  authorName: 'authorName',
  authorBio: 'authorBio',
  bio: 'authorBio',
  date: 'publishedAt',
  publishedAt: 'publishedAt',
  published: 'publishedAt',
  updated: 'updatedAt',
  updatedAt: 'updatedAt',
  lastmod: 'updatedAt',
  url: 'sourceUrl',
  sourceUrl: 'sourceUrl',
  canonical: 'sourceUrl',
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2')

const domainsIn = (text: string): readonly string[] =>
  text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map(unquoted)
    .filter((domain) => (DOMAINS as readonly string[]).includes(domain))

/** Reads front matter with one field per line. The body includes the front matter, so line numbers stay the same. */
export const contentOfMarkdown = (text: string): Content => {
  const lines = FRONT_MATTER.exec(text)?.[1]?.split('\n') ?? []
  const fields = lines.flatMap((line): (readonly [string, unknown])[] => {
    const [, name = '', value = ''] = /^([A-Za-z_]+):\s*(\S.*)$/.exec(line) ?? []
    if (name === 'domains') return [['domains', domainsIn(value)]]
    const field = FRONT_MATTER_FIELDS[name]
    return field === undefined ? [] : [[field, unquoted(value)]]
  })
  return { ...Object.fromEntries(fields), body: text }
}

const readText = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  } catch (error) {
    throw new Failure(EXIT.usage, `${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`)
  }
}

const parseJson = (text: string, path: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(EXIT.usage, `${path} is not valid JSON`)
  }
}

/** Reads a file of Markdown, plain text, or JSON content as in the API (.json). */
export const readContentFile = async (path: string): Promise<FileContent> => {
  const text = await readText(path)
  if (!path.endsWith('.json')) return { content: contentOfMarkdown(text), text }
  const parsedFile = parseJson(text, path) as ({ readonly revised?: Content } & Content) | null
  // A response of gap fill or attest contains the content as `revised`.
  const content = parsedFile?.revised ?? parsedFile
  if (typeof content !== 'object' || content === null || typeof content.body !== 'string' || content.body === '')
    throw new Failure(EXIT.usage, `${path} requires a body: a text of at least one character`)
  return { content, text: content.body }
}

export const readPolicy = async (name: string): Promise<Policy> => {
  if (!name.endsWith('.json')) {
    const policy = findPolicy(name)
    if (policy === undefined) throw new Failure(EXIT.usage, `The policy ${name} does not exist. See evidence policies`)
    return policy
  }
  const parsedFile = parseJson(await readText(name), name) as { readonly policy?: Partial<Policy> } & Partial<Policy>
  // Also accepts a response of the API.
  const { id = 'own', ...policy } = parsedFile.policy ?? parsedFile
  const { data, error } = PolicyInput.safeParse(policy)
  const [issue] = error?.issues ?? []
  if (data === undefined) throw new Failure(EXIT.usage, `${name}: ${issue?.path.join('.')} ${issue?.message}`)
  const [fault] = policyFaults(data)
  if (fault) throw new Failure(EXIT.usage, `${name}: ${fault.field} ${fault.message}`)
  return { id, ...data }
}
