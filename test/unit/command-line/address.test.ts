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
const subfolder = join(project, 'a/b')

const stackIn = (folder: string, images: string): void => {
  mkdirSync(join(folder, '.local'), { recursive: true })
  const stack = { urls: { images }, identities: { pro: { genKey: 'gen_demo', platKey: 'plat_demo' } } }
  writeFileSync(join(folder, '.local/stack.json'), JSON.stringify(stack))
}

beforeAll(() => {
  mkdirSync(subfolder, { recursive: true })
  stackIn(project, 'http://127.0.0.1:4101')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const terminal = (folder: string, env: Readonly<Record<string, string>> = {}) => ({
  out: () => undefined,
  err: () => undefined,
  env,
  folder,
})

describe('Address of a service', () => {
  it('The local stack of the folder or of a parent folder gives address and demo key', () => {
    const local = { url: 'http://127.0.0.1:4101', key: 'gen_demo' }
    expect([project, subfolder].map((folder) => addressOf(IMAGES, {}, terminal(folder)))).toEqual([local, local])
  })

  it('A flag has precedence over a variable, and a variable over the stack', () => {
    const env = { SIGNET_IMAGES_URL: 'http://b', IMAGEGEN_URL: 'http://c' }
    expect(addressOf(IMAGES, { url: 'http://a' }, terminal(subfolder, env)).url).toBe('http://a')
    expect(addressOf(IMAGES, {}, terminal(subfolder, env)).url).toBe('http://b')
    expect(addressOf(IMAGES, {}, terminal(subfolder, { IMAGEGEN_URL: 'http://c' })).url).toBe('http://c')
  })

  it('An address of a flag or a variable gets no demo key', () => {
    expect(addressOf(IMAGES, { url: 'http://a' }, terminal(subfolder)).key).toBeUndefined()
    expect(addressOf(IMAGES, {}, terminal(subfolder, { IMAGEGEN_URL: 'http://c' })).key).toBeUndefined()
  })

  it('The caller’s key has precedence over the demo key of the local stack', () => {
    expect(addressOf(IMAGES, { key: 'mine' }, terminal(subfolder, { IMAGEGEN_API_KEY: 'env' })).key).toBe('mine')
    expect(addressOf(IMAGES, {}, terminal(subfolder, { IMAGEGEN_API_KEY: 'env' })).key).toBe('env')
  })

  it('An error names the next step without a stack', () => {
    expect(() => addressOf(IMAGES, {}, terminal(root))).toThrow(
      'No address. Run `npm start`, or pass --url or SIGNET_IMAGES_URL.',
    )
  })

  it('A stack file with the address of another machine is ignored, so that it does not receive the key', () => {
    const foreign = join(root, 'foreign')
    stackIn(foreign, 'https://attacker.example')
    expect(() => addressOf(IMAGES, { key: 'mine' }, terminal(foreign))).toThrow('No address.')
  })

  it('An empty key is refused', () => {
    expect(() => addressOf(IMAGES, { key: '' }, terminal(subfolder))).toThrow('--key must not be empty')
  })
})
