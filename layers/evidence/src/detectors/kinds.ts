import type { TextAnalysis } from '../reading/reading.ts'
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
  readonly lack: (reading: TextAnalysis, params: Params) => GapPosition
}

const plain = (lack: (reading: TextAnalysis) => GapPosition): Detector => ({ params: {}, lack })

const taking = <Names extends string>(
  params: Readonly<Record<Names, readonly [number, number]>>,
  lack: (reading: TextAnalysis, params: Readonly<Record<Names, number>>) => GapPosition,
): Detector => ({ params, lack: (reading, given) => lack(reading, given) })

/**
 * All kinds of detectors by name and version. A change that alters a verdict requires a new version, and old versions
 * remain, so that a policy always gives the same verdict.
 */
export const DETECTORS: Readonly<Record<string, Detector>> = {
  'first-hand-share@1': taking({ perThousand: [1, 20] }, firstHandShare),
  'first-hand-detail@1': plain(firstHandDetail),
  'original-image@1': taking({ captionWords: [1, 20] }, originalImage),
  'before-and-after@1': taking({ within: [5, 100] }, beforeAndAfter),
  'customer-quote@1': taking({ words: [3, 30] }, customerQuote),
  'author@1': plain(author),
  'credentials@1': plain(credentials),
  'expert-quote@1': plain(expertQuote),
  'method@1': plain(method),
  'review@1': plain(review),
  'external-sources@1': taking({ perThousand: [1, 30], least: [1, 20] }, externalSources),
  'primary-source@1': plain(primarySource),
  'recent-source@1': taking({ years: [0, 50], policyYear: [2000, 2100] }, recentSource),
  'sized-data@1': plain(sizedData),
  'cited-claims@1': taking({ share: [0, 1] }, citedClaims),
  'boasts@1': plain(boasts),
  'disclosure@1': plain(disclosure),
  'dated@1': plain(dated),
  'limits@1': plain(limits),
  'attributed-quotes@1': plain(attributedQuotes),
  'vague-words@1': taking({ perThousand: [1, 100], fromWords: [1, 5_000] }, vagueWords),
  'disclaimer@1': plain(disclaimer),
  'version-named@1': plain(versionNamed),
  'prerequisites@1': plain(prerequisites),
  'code-sample@1': taking({ lines: [1, 1_000] }, codeSample),
  'code-introduced@1': plain(codeIntroduced),
  'copyable-commands@1': plain(copyableCommands),
  'expected-output@1': plain(expectedOutput),
  'troubleshooting@1': plain(troubleshooting),
  'further-links@1': taking({ least: [1, 100] }, furtherLinks),
  'advisory-id@1': plain(advisoryId),
  'affected-versions@1': plain(affectedVersions),
  'fixed-version@1': plain(fixedVersion),
  'cvss@1': plain(cvss),
  'impact@1': plain(impact),
  'weakness@1': plain(weakness),
  'mitigation@1': plain(mitigation),
  'credit@1': plain(credit),
  'timeline@1': taking({ dates: [1, 20] }, timeline),
  'contact@1': plain(contact),
}
