import { checkIntact, checkStranger, useOwner } from './isolation-world.ts'

const isolated = useOwner()

checkStranger(isolated, 'a user with a token of the authentication service')
checkStranger(isolated, 'an anonymous client')
checkIntact(isolated)
