interface Lighting {
  id: (name: string) => string;
  color: string;
  wear: number;
  noiseSeed: number;
}

/**
 * The lighting of each part is computed from its outline only, which librsvg and Chromium render alike. Its strength is in the
 * alpha channel, because feColorMatrix reads colours before they are multiplied by alpha.
 */
export const skinFilters = ({ id, color, wear, noiseSeed }: Lighting): string => `
<filter id="${id('blur')}" x="-30%" y="-60%" width="160%" height="220%"><feGaussianBlur stdDeviation="15"/></filter>
<filter id="${id('soft')}" x="-15%" y="-20%" width="130%" height="150%"><feGaussianBlur stdDeviation="10"/></filter>
<filter id="${id('bevel')}" x="-3%" y="-6%" width="106%" height="112%" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="3.4" result="b"/>
<feSpecularLighting in="b" surfaceScale="5" specularConstant=".9" specularExponent="20" lighting-color="#fff" result="s"><feDistantLight azimuth="258" elevation="50"/></feSpecularLighting>
<feColorMatrix in="s" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 .42 -.03" result="s1"/>
<feDiffuseLighting in="b" surfaceScale="4.4" diffuseConstant="1.15" lighting-color="#fff" result="d"><feDistantLight azimuth="262" elevation="58"/></feDiffuseLighting>
<feColorMatrix in="d" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1.05 0 0 0 1.02" result="d1"/>
<feMerge result="m"><feMergeNode in="d1"/><feMergeNode in="s1"/></feMerge><feComposite in="m" in2="SourceAlpha" operator="in"/></filter>
<filter id="${id('wear')}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency=".02 .045" numOctaves="4" seed="${noiseSeed}" result="n"/>
<feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0" result="a"/><feComposite in="a" in2="SourceAlpha" operator="arithmetic" k2=".6" k3=".4" result="c"/>
<feColorMatrix in="c" values="0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 34 ${(-23.2 + wear * 6.4).toFixed(2)}" result="m"/><feFlood flood-color="#868d9a"/><feComposite in2="m" operator="in"/>
</filter>
<filter id="${id('rim')}" x="-4%" y="-8%" width="108%" height="116%" color-interpolation-filters="sRGB"><feOffset in="SourceAlpha" dy="-4.5" dx="1" result="o"/>
<feComposite in="SourceAlpha" in2="o" operator="out" result="e"/><feGaussianBlur in="e" stdDeviation="1.3" result="e1"/><feFlood flood-color="${color}"/>
<feComposite in2="e1" operator="in" result="c"/><feComposite in="c" in2="SourceAlpha" operator="in"/></filter>`;
