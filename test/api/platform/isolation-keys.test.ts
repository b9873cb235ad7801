import { checkIntact, checkStranger, useOwner } from './isolation-world.ts'

const isolated = useOwner()

checkStranger(isolated, 'a key of another organisation with no scope')
checkStranger(isolated, 'a key of another organisation with every scope')
checkIntact(isolated)
