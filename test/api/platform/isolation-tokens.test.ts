import { checkIntact, checkStranger, useOwner } from './isolation-world.ts'

const isolated = useOwner()

checkStranger(isolated, 'somebody with a token of the authentication service')
checkStranger(isolated, 'nobody known')
checkIntact(isolated)
