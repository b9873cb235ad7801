import{g as s}from"./chunk-SIGP4GEW.js";import{i as o}from"./chunk-GSEF2YO2.js";var e=o(void 0),r=()=>{let n=s(e);if(!n)throw new Error("There is no session around this view");return n},a=({name:n})=>n??"Personal",g=({organisation:{role:n}})=>n!=="member";export{e as a,r as b,a as c,g as d};
//# sourceMappingURL=chunk-UAQAGIMD.js.map
