import { describe, expect, it } from 'vitest'
import { documentedPages, needlessExceptions, pathProblems } from './documented-paths.ts'

const pages = documentedPages()

describe('paths and links of pages', () => {
  it('exist', () => {
    expect(pages.length).toBeGreaterThan(60)
    expect(pages.flatMap(pathProblems)).toEqual([])
  })

  it('need each of their exceptions', () => {
    expect(needlessExceptions(pages)).toEqual([])
  })

  it.each([
    ['a file that has moved', 'See `test/unit/post/x.test.ts`.', 'test/unit/post/x.test.ts'],
    ['a folder that was deleted', 'See `lambdas/post/`.', 'lambdas/post/'],
    ['a path within a command', '`node bin/post.ts --all`', 'bin/post.ts'],
    ['a pattern without a match', '`layers/*/post/{a,b}.ts`', 'layers/*/post/{a,b}.ts'],
    ['a source by its name alone', '`post-letter.ts` sends', 'post-letter.ts'],
    ['a test by its name alone', '`post/letter.test.ts`: is sent', 'post/letter.test.ts'],
    ['a broken link', '[the post](post/office.md)', 'post/office.md'],
    ['a link to a missing heading of another page', '[the post](aws.md#post)', 'aws.md#post'],
    ['a link to a missing heading of the page', '# A post\n\n[the post](#post)', '#post'],
  ])('refuse %s', (_, text, missing) => {
    expect(pathProblems({ path: 'docs/page.md', text })).toEqual([`docs/page.md: ${missing} does not exist`])
  })

  it.each([
    ['a file', '`test/infra/synth.ts`'],
    ['a placeholder', '`lambdas/<domain>/contract/service.ts`'],
    ['a pattern', '`lib/domains/{billing,archive}.ts` and `layers/*/src/index.ts`'],
    ['a path in fenced code', '```sh\ncat `lib/post.ts`\n```'],
    ['links to headings', '[figures](performance.md#figures) and [these](#a-post)\n\n# A post'],
  ])('accept %s', (_, text) => {
    expect(pathProblems({ path: 'docs/page.md', text })).toEqual([])
  })
})
