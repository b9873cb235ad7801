import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, repositoryFiles, type SourceFile, sourceFiles, templateSources } from '../support/source-files.ts'
import { pageTexts } from './pages.ts'
import { commentsOf, type Prose, stringsOf, titlesOf } from './texts.ts'

/** Generated from contracts, whose texts are read in the contracts themselves. */
const isGenerated = (path: string): boolean =>
  /^(?:test\/contract\/(?:generated|pages)|layers\/contracts\/published)\//.test(path)

const withoutGenerated = (files: readonly SourceFile[]): SourceFile[] => files.filter(({ path }) => !isGenerated(path))

/** Returns the comments of every source file, templates of scaffolds included. */
export const allComments = (): Prose[] => [...withoutGenerated(sourceFiles()), ...templateSources()].flatMap(commentsOf)

/** Returns the titles of every test, those that scaffolds deliver included. */
export const allTitles = (): Prose[] =>
  [...withoutGenerated(sourceFiles()), ...templateSources()]
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(titlesOf)

/** Returns the strings of the product that people read: contracts, errors, labels, mails, pages and command lines. */
export const allStrings = (): Prose[] =>
  [...sourceFiles(), ...templateSources()]
    .filter(({ path }) => /^(?:bin|console|lambdas|layers|lib)\//.test(path) && !isGenerated(path))
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .flatMap(stringsOf)

/** Returns the texts of README.md, CONTRIBUTING.md, docs and the READMEs of layers. */
export const allPages = (): Prose[] =>
  repositoryFiles(['*.md'])
    .filter((path) => /^(?:README|CONTRIBUTING|docs\/.*|layers\/.*README)\.md$/.test(path))
    // Readings of intentions and concerns that other people wrote, as they wrote them.
    .filter((path) => !path.startsWith('docs/runtime/worked/'))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .flatMap(pageTexts)

/** Returns the subjects of the last commits, newest first. */
export const lastSubjects = (count: number): Prose[] =>
  execFileSync('git', ['log', '--no-merges', `--max-count=${count}`, '--format=%h %s'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line, index) => ({
      path: line.slice(0, line.indexOf(' ')),
      line: index + 1,
      kind: 'subject',
      text: line.slice(line.indexOf(' ') + 1),
    }))
