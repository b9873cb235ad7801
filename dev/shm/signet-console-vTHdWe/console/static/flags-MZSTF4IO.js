import{a}from"./chunk-MRLYVEDI.js";import"./chunk-4DO3M7YF.js";import"./chunk-SIGP4GEW.js";import"./chunk-GSEF2YO2.js";import"./chunk-HPL723JA.js";export{a as flags};
//# sourceMappingURL=flags-MZSTF4IO.js.map
