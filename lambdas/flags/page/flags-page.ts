import { script, style } from 'browser:./client/main.tsx'
import type { ProgramPage } from '@signet/pages'

/** The browser page; `signIn` is the sign-in address, empty if there is none. */
export const flagsPage = (signIn: string): ProgramPage => ({ title: 'Signet flags', script, style, signIn })
