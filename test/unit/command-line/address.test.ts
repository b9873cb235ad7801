import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, type ServiceSource } from '../../../bin/command-line/address.ts'

const IMAGES: ServiceSource = {
  api: 'images',
  urlVariables: ['SIGNET_IMAGES_URL', 'IMAGEGEN_URL'],
  keyVariables: ['SIGNET_IMAGES_API_KEY', 'IMAGEGEN_API_KEY'],
  demoKey: 'genKey',
}

const root = mkdtempSync(join(tmpdir(), 'address-'))
const project = join(root, 'project')
const inside = join(project, 'a/b')

const stackIn = (folder: string, images: string): void => {
  mkdirSync(join(folder, '.local'), { recursive: true })
  const stack = { urls: { images }, identities: { pro: { genKey: 'gen_demo', platKey: 'plat_demo' } } }
  writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(stack))
}

beforeAll(() => {
  mkdirSync(inside, { recursive: true })
  stackIn(project, 'http://127.0.0.1:4101')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const terminal = (folder: string, env: Readonly<Record<string, string>> = {}) => ({
  out: () => undefined,
  err: () => undefined,
  env,
  folder,
})

describe('The address of a service', () => {
  it('is that of the local stack of the folder or of one above, with its demo key', () => {
    const local = { url: 'http://127.0.0.1:4101', key: 'gen_demo' }
    expect([project, inside].map((folder) => addressOf(IMAGES, {}, terminal(folder)))).toEqual([local, local])
  })

  it('is that of a flag before that of a variable, and of a variable before that of the stack', () => {
    const env = { SIGNET_IMAGES_URL: 'http://b', IMAGEGEN_URL: 'http://c' }
    expect(addressOf(IMAGES, { url: 'http://a' }, terminal(inside, env)).url).toBe('http://a')
    expect(addressOf(IMAGES, {}, terminal(inside, env)).url).toBe('http://b')
    expect(addressOf(IMAGES, {}, terminal(inside, { IMAGEGEN_URL: 'http://c' })).url).toBe('http://c')
  })

  it('of a flag or a variable gets no demo key, which only the local stack knows', () => {
    expect(addressOf(IMAGES, { url: 'http://a' }, terminal(inside)).key).toBeUndefined()
    expect(addressOf(IMAGES, {}, terminal(inside, { IMAGEGEN_URL: 'http://c' })).key).toBeUndefined()
  })

  it('of the local stack goes with the caller’s key, if there is one', () => {
    expect(addressOf(IMAGES, { key: 'mine' }, terminal(inside, { IMAGEGEN_API_KEY: 'env' })).key).toBe('mine')
    expect(addressOf(IMAGES, {}, terminal(inside, { IMAGEGEN_API_KEY: 'env' })).key).toBe('env')
  })

  it('is missing without a stack, and the error names the next step', () => {
    expect(() => addressOf(IMAGES, {}, terminal(root))).toThrow(
      'No address. Run `npm start`, or pass --url or SIGNET_IMAGES_URL.',
    )
  })

  it('is never read from a stack file of another machine, which would receive the key', () => {
    const foreign = join(root, 'foreign')
    stackIn(foreign, 'https://attacker.example')
    expect(() => addressOf(IMAGES, { key: 'mine' }, terminal(foreign))).toThrow('No address.')
  })

  it('is refused with an empty key', () => {
    expect(() => addressOf(IMAGES, { key: '' }, terminal(inside))).toThrow('--key must not be empty')
  })
})
