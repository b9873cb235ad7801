import { script, style } from 'browser:./client/main.tsx'
import type { ProgramPage } from '@signet/pages'

/** The browser page. It sends parts of files to the bucket directly. */
export const archivePage = (address: Pick<ProgramPage, 'signIn' | 'origins'>): ProgramPage => ({
  title: 'Signet archive',
  script,
  style,
  ...address,
})
