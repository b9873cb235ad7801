import { script, style } from 'browser:./client/main.tsx'
import type { ProgramPage } from '@signet/pages'

/** The page for people; `signIn` is where they sign in, empty where there is no such place. */
export const flagsPage = (signIn: string): ProgramPage => ({ title: 'Signet flags', script, style, signIn })
