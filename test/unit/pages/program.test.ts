import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { plainDocument, plainHeaders } from '../../../layers/ui/pages/index.ts'

const page = {
  title: 'Hives',
  main: '<p>Bees</p>',
  program: { text: 'console.log(1)', data: { evidence: { a: '</script><b>' } } },
}

it('a page with a program lists the digest in its policy, and permits no connections', () => {
  const digest = createHash('sha256').update('console.log(1)').digest('base64')
  const policy = plainHeaders(page)['content-security-policy']
  expect(policy).toContain(`script-src 'sha256-${digest}'`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('connect-src')
  expect(plainHeaders({})['content-security-policy']).not.toContain('script-src')
})

it('data of the program cannot close its element', () => {
  const html = plainDocument(page)
  expect(html).toContain('<script type="module">console.log(1)</script>')
  const [, text = ''] = /<script type="application\/json" id="evidence">(.*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(text)).toEqual({ a: '</script><b>' })
  expect(plainDocument({ title: 'Hives', main: '<p>Bees</p>' })).not.toContain('<script')
})
