import { readFileSync } from 'node:fs'
import { type PersonalText, personalFigures, personalTexts } from '../support/sentiment-personal.ts'

const usage = 'node test/bench/sentiment-sets.ts personal|labels FILE…'

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`)

const printPersonal = (texts: readonly PersonalText[], listsErrors: boolean): void => {
  const { groups, removed, right, missed, wrong } = personalFigures(texts)
  for (const [name, { found, all }] of groups) console.log(`| ${name} | ${found} of ${all} | ${percent(found, all)} |`)
  console.log(`| precision | ${right} of ${removed} | ${percent(right, removed)} |`)
  if (!listsErrors) return
  for (const line of [...missed, ...wrong]) console.log(line)
}

const [subject, ...options] = process.argv.slice(2)
const files = options.filter((each) => !each.startsWith('--'))
if (files.length === 0 || (subject !== 'personal' && subject !== 'labels')) throw new Error(usage)
const lines = files.flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
if (subject === 'personal') printPersonal(personalTexts(lines), options.includes('--lines'))
else {
  // The rival's model loads slowly, and the personal-data check does not need it.
  const { printLabels } = await import('./sentiment-labels.ts')
  printLabels(lines, options.includes('--lines'))
}
