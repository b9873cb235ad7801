import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string => readFileSync(new URL(`../site/${path}`, import.meta.url), 'utf8')

// #case unit: page, page-script
test('given the page and its script, when they are read, then no data becomes markup, and nothing is loaded from other origins', async () => {
  const html = read('index.html')
  const program = read('app.js')
  assert.match(html, /default-src 'none'/)
  assert.ok(!/unsafe-(?:inline|eval)/.test(html))
  assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document[.]write|eval/.test(program))
  assert.ok(!/(?:src|href)="(?:https?:)?[/][/]/.test(html))
  assert.ok(!/ on[a-z]+=| style=/.test(html))
})

// #case unit: page, page-key
test('given the script, when it is read, then the key is never stored', async () => {
  const program = read('app.js')
  assert.ok(!/localStorage|sessionStorage|document[.]cookie|indexedDB/.test(program))
  assert.match(program, /authorization: `Bearer /)
})

// #case unit: page
test('given the fields of the page, when their labels are checked, then each has one', async () => {
  const html = read('index.html')
  const ids = [...html.matchAll(/<input id="([a-z]+)"/g)].map((match) => match[1])
  assert.ok(ids.length > 0)
  for (const id of ids) assert.ok(html.includes(`<label for="${id}">`), id)
})
