import{a as r}from"./chunk-DHMP5YES.js";var n=e=>({queryKey:["members",e],queryFn:async({signal:m})=>(await r.listMembers({org:e},{signal:m})).members});export{n as a};
//# sourceMappingURL=chunk-MJCDY64C.js.map
