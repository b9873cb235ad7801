import type { TextAnalysis } from '../analysis/text-analysis.ts'
import { externalSources, primarySource, recentSource, sizedData } from './authoritativeness.ts'
import {
  beforeAndAfter,
  customerQuote,
  firstHandDetail,
  firstHandShare,
  type GapPosition,
  originalImage,
} from './experience.ts'
import { author, credentials, expertQuote, method } from './expertise.ts'
import { review } from './reviews.ts'
import {
  advisoryId,
  affectedVersions,
  codeIntroduced,
  codeSample,
  contact,
  copyableCommands,
  credit,
  cvss,
  expectedOutput,
  fixedVersion,
  furtherLinks,
  impact,
  mitigation,
  prerequisites,
  timeline,
  troubleshooting,
  versionNamed,
  weakness,
} from './technical.ts'
import {
  attributedQuotes,
  boasts,
  citedClaims,
  dated,
  disclaimer,
  disclosure,
  limits,
  vagueWords,
} from './trustworthiness.ts'

export type Params = Readonly<Record<string, number>>

export interface Detector {
  /** Required parameters with their minimum and maximum. */
  readonly params: Readonly<Record<string, readonly [least: number, most: number]>>
  readonly findGap: (analysis: TextAnalysis, params: Params) => GapPosition
}

const withoutParams = (findGap: (analysis: TextAnalysis) => GapPosition): Detector => ({ params: {}, findGap })

const withParams = <Names extends string>(
  params: Readonly<Record<Names, readonly [number, number]>>,
  findGap: (analysis: TextAnalysis, params: Readonly<Record<Names, number>>) => GapPosition,
): Detector => ({ params, findGap: (analysis, params) => findGap(analysis, params) })

/**
 * All kinds of detectors by name and version. A change that alters a verdict requires a new version, and old versions
 * remain, so that a policy always gives the same verdict.
 */
export const DETECTORS: Readonly<Record<string, Detector>> = {
  'first-hand-share@1': withParams({ perThousand: [1, 20] }, firstHandShare),
  'first-hand-detail@1': withoutParams(firstHandDetail),
  'original-image@1': withParams({ captionWords: [1, 20] }, originalImage),
  'before-and-after@1': withParams({ within: [5, 100] }, beforeAndAfter),
  'customer-quote@1': withParams({ words: [3, 30] }, customerQuote),
  'author@1': withoutParams(author),
  'credentials@1': withoutParams(credentials),
  'expert-quote@1': withoutParams(expertQuote),
  'method@1': withoutParams(method),
  'review@1': withoutParams(review),
  'external-sources@1': withParams({ perThousand: [1, 30], least: [1, 20] }, externalSources),
  'primary-source@1': withoutParams(primarySource),
  'recent-source@1': withParams({ years: [0, 50], policyYear: [2000, 2100] }, recentSource),
  'sized-data@1': withoutParams(sizedData),
  'cited-claims@1': withParams({ share: [0, 1] }, citedClaims),
  'boasts@1': withoutParams(boasts),
  'disclosure@1': withoutParams(disclosure),
  'dated@1': withoutParams(dated),
  'limits@1': withoutParams(limits),
  'attributed-quotes@1': withoutParams(attributedQuotes),
  'vague-words@1': withParams({ perThousand: [1, 100], fromWords: [1, 5_000] }, vagueWords),
  'disclaimer@1': withoutParams(disclaimer),
  'version-named@1': withoutParams(versionNamed),
  'prerequisites@1': withoutParams(prerequisites),
  'code-sample@1': withParams({ lines: [1, 1_000] }, codeSample),
  'code-introduced@1': withoutParams(codeIntroduced),
  'copyable-commands@1': withoutParams(copyableCommands),
  'expected-output@1': withoutParams(expectedOutput),
  'troubleshooting@1': withoutParams(troubleshooting),
  'further-links@1': withParams({ least: [1, 100] }, furtherLinks),
  'advisory-id@1': withoutParams(advisoryId),
  'affected-versions@1': withoutParams(affectedVersions),
  'fixed-version@1': withoutParams(fixedVersion),
  'cvss@1': withoutParams(cvss),
  'impact@1': withoutParams(impact),
  'weakness@1': withoutParams(weakness),
  'mitigation@1': withoutParams(mitigation),
  'credit@1': withoutParams(credit),
  'timeline@1': withParams({ dates: [1, 20] }, timeline),
  'contact@1': withoutParams(contact),
}
