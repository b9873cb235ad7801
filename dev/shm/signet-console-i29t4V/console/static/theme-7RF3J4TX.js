var e=localStorage.getItem("theme");e&&(document.documentElement.dataset.theme=e);
//# sourceMappingURL=theme-7RF3J4TX.js.map
