import { script, style } from 'browser:./client/main.tsx'
import type { ProgramPage } from '@signet/pages'

/** The page for people, which sends parts of files to the bucket itself. */
export const archivePage = (address: Pick<ProgramPage, 'signIn' | 'origins'>): ProgramPage => ({
  title: 'Signet archive',
  script,
  style,
  ...address,
})
