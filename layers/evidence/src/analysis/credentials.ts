import type { Token } from '../text/tokens.ts'
import { personEnd } from './names.ts'
import type { TextAnalysis } from './text-analysis.ts'

const DOTTED_CREDENTIALS = new Set(
  'md do phd dphil edd psyd rn rd pt jd llb llm kc qc cpa cfa cfp dvm dds pe mph mba msc bsc lcsw np pharmd'.split(' '),
)

/** "Ph.D." and "M.D." are several tokens; joined, they are in the list. */
const isDotted = (tokens: readonly Token[], at: number): boolean => {
  let text = ''
  for (let to = at; to < at + 8; to += 2) {
    const word = tokens[to]
    const point = tokens[to + 1]
    if (word?.kind !== 'word' || word.text.length > 2 || !word.isCapital) return false
    if (point?.text !== '.' || point.start !== word.end) return text !== '' && DOTTED_CREDENTIALS.has(text + word.text)
    text += word.text
    if (DOTTED_CREDENTIALS.has(text)) return true
    if (tokens[to + 2]?.start !== point.end) return false
  }
  return false
}

const isWrittenAsCredential = (body: string, tokens: readonly Token[], at: number, to: number): boolean => {
  if (to - at > 1) return true
  const token = tokens[at] as Token
  if (token.text.length > 5) return true
  return (body.slice(token.start, token.end).match(/[A-Z]/g)?.length ?? 0) >= 2
}

/** Degrees and memberships as written after a name: "MCSP", "FRCPI", "BMus", "LLD". */
const POST_NOMINAL =
  /^(?:[FM](?:R[A-Z]{2,5}|[BCFIS][A-Z]{2,5})|A(?:CA|CCA|CII|CMA|RICS|RCM|TT|IEMA)|B(?:A|S|Sc|Ed|Eng|Mus|Arch|Com|Pharm|Tech|DS|N|Nurs|VSc|VetMed)|M(?:A|S|Sc|Ed|Eng|Mus|Phil|Res|Arch|Pharm|Phys|Chem|Th|SW|Stat|D|Sci|Vet)|D(?:Sc|Clin|ClinPsy|Litt|Mus|Eng|EdPsy|Min|C|NP|VMS)|LL[BDM]|C(?:Eng|Phys|Chem|Biol|Psychol|Env|Geol|Stat|IH|FRE|MA|PE|PC|HES|NS)|EurIng|Esq|SRN|RGN|RMN|ARNP|FNP|PGCE|QTS|TEFL)$/
const NAME_REACH = 6

/** Returns true if a qualification follows a person's name, with or without a comma. */
const followsName = (tokens: readonly Token[], at: number): boolean => {
  for (let from = at - 1; from >= 0 && from >= at - NAME_REACH; from--) {
    const token = tokens[from]
    if (token?.block !== tokens[at]?.block || (token?.text !== ',' && !token?.isCapital)) return false
    if (token.kind === 'word' && tokens[from - 1]?.isCapital && personEnd(tokens, from - 1) > from) return true
  }
  return false
}

/** "Certified arborist", "licensed gas engineer", "chartered building surveyor". */
const GRADES = new Set('qualified licensed licenced registered certified chartered accredited'.split(' '))
const GRADE_REACH = 3

const gradesIn = ({ document: { tokens }, hits }: TextAnalysis): readonly number[] =>
  hits.role.flatMap(({ at }) => {
    for (let before = at - 1; before >= at - GRADE_REACH && tokens[before]?.kind === 'word'; before--)
      if (GRADES.has(tokens[before]?.text ?? '')) return [before]
    return []
  })

export const credentialsIn = (analysis: TextAnalysis): readonly number[] => {
  const { document, hits } = analysis
  const { body, tokens } = document
  const positions = hits.credential
    .filter(({ at, to }) => isWrittenAsCredential(body, tokens, at, to))
    .map(({ at }) => at)
  positions.push(...gradesIn(analysis))
  for (const [at, { isCapital, text, start, end }] of tokens.entries()) {
    if (!isCapital || text.length > 8) continue
    if (text.length <= 2 && isDotted(tokens, at)) positions.push(at)
    else if (POST_NOMINAL.test(body.slice(start, end)) && followsName(tokens, at)) positions.push(at)
  }
  return positions
}
