import { durationOf } from '@signet/ui'
import { COLORS } from '@signet/ui/tokens'

console.log(durationOf(185_000)) // 3 min 5 s
console.log(COLORS.accent) // ['#2457d6', '#8fb2ff']: for the light and the dark scheme

export {}
