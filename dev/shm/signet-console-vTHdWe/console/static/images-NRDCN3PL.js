import{a}from"./chunk-MY3TFEK3.js";import"./chunk-4DO3M7YF.js";import"./chunk-SIGP4GEW.js";import"./chunk-GSEF2YO2.js";import"./chunk-HPL723JA.js";export{a as images};
//# sourceMappingURL=images-NRDCN3PL.js.map
