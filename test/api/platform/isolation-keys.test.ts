import { checkIntact, checkStranger, useOwner } from './isolation-world.ts'

const isolated = useOwner()

checkStranger(isolated, 'a key of another organization with no scope')
checkStranger(isolated, 'a key of another organization with every scope')
checkIntact(isolated)
