/**
 * The drawn mark of each fictional provider, on a 48 × 48 background in its colour (`logo.ts`). White is the
 * default fill; `currentColor` is the background, for parts that are cut out.
 */
export const marks: Readonly<Record<string, string>> = {
  aurora_ring:
    '<g fill="none" stroke-width="5"><circle cx="24" cy="25" r="12.5" stroke="#fff"/><path d="M11.9 22a12.5 12.5 0 0 1 12.1-9.5" stroke="#6ff2c4"/><path d="M24 12.5a12.5 12.5 0 0 1 12.1 9.4" stroke="#ff9ad5"/></g>',
  borealis_watch:
    '<rect x="17" y="6" width="14" height="36" rx="4" opacity=".45"/><rect x="12" y="12" width="24" height="24" rx="8"/><path d="M16.5 26.5c2.5-6 5-6 7.5-2.5s5 3.5 7.5-2.5" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>',
  cadence_cycle:
    '<circle cx="24" cy="11" r="4.6"/><circle cx="33.2" cy="14.8" r="4.1"/><circle cx="37" cy="24" r="3.6"/><circle cx="33.2" cy="33.2" r="3.1"/><circle cx="24" cy="37" r="2.6"/><circle cx="14.8" cy="33.2" r="2.1"/><circle cx="11" cy="24" r="1.7"/><circle cx="14.8" cy="14.8" r="1.3"/><circle cx="24" cy="24" r="3.8" fill="#ffb3d4"/>',
  delta_strides:
    '<path d="M22.3 10.6a2 2 0 0 1 3.4 0L40 35a2 2 0 0 1-1.7 3H33L20.5 15.6z"/><path d="M18.5 18.9 29 38h-6.5l-7.3-13.3z" opacity=".75"/><path d="M13 28.6 18.5 38H9.7A2 2 0 0 1 8 35z" opacity=".5"/>',
  ember_scale:
    '<rect x="9" y="9" width="30" height="30" rx="9"/><path d="M24.6 13c.9 4.3 7 6.7 7 13.2A7.6 7.6 0 0 1 24 34a7.6 7.6 0 0 1-7.6-7.8c0-3.2 1.7-5.4 3.4-6.9.2 1.9.9 3 2 3.6.2-3.7.7-7 2.8-9.9z" fill="currentColor"/><path d="M24.3 24.5c.5 1.9 3 2.7 3 5.3A3.3 3.3 0 0 1 24 33.1a3.3 3.3 0 0 1-3.3-3.3c0-2.4 2.6-3 3.6-5.3z" fill="#ffc24b"/>',
  fjord_band:
    '<path d="M7 11.5 22.5 30H7z"/><path d="M41 11.5 25.5 30H41z" fill="#a9d3fb"/><path d="M7 36.5c3-2.6 5.7-2.6 8.5 0s5.7 2.6 8.5 0 5.7-2.6 8.5 0 5.7 2.6 8.5 0" fill="none" stroke="#fff" stroke-width="3.2"/>',
  glide_rower:
    '<path d="M24 6c4.6 7.6 6 12 6 18s-1.4 10.4-6 18c-4.6-7.6-6-12-6-18s1.4-10.4 6-18z"/><path d="m24 25-14-6.5M24 25l14-6.5" stroke="#8fe0f5" stroke-width="2.8"/><ellipse cx="9.5" cy="18.3" rx="4.6" ry="2.5" transform="rotate(25 9.5 18.3)" fill="#8fe0f5"/><ellipse cx="38.5" cy="18.3" rx="4.6" ry="2.5" transform="rotate(-25 38.5 18.3)" fill="#8fe0f5"/><circle cx="24" cy="25" r="2.6" fill="currentColor"/>',
  harbor_glucose:
    '<path d="M24 6.5s12 12.7 12 21.7a12 12 0 0 1-24 0c0-9 12-21.7 12-21.7z"/><path d="M15 26.5q4.5-3.5 9 0t9 0M16.5 32.5q3.7-3 7.5 0t7.5 0" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"/>',
  iris_sleep:
    '<path d="M5.5 24Q24 5 42.5 24 24 43 5.5 24z"/><circle cx="24" cy="24" r="9" fill="currentColor"/><path d="M26.6 17.6a6.6 6.6 0 1 0 3.8 8.3 5.3 5.3 0 0 1-3.8-8.3z" fill="#ffd98a"/>',
  juniper_pulse:
    '<path d="M6.5 29H15l4.5-9.5L26 37l4.5-8h3" fill="none" stroke="#fff" stroke-width="3.6" stroke-linejoin="round" stroke-linecap="round"/><path d="M33 29c-1.5-7.5 1-12.5 8-15 1.2 7.5-1.5 12.5-8 15z" fill="#a8e6a1"/><circle cx="19.5" cy="13.5" r="4" fill="#9fb8ff"/><circle cx="28" cy="11" r="3" fill="#9fb8ff"/>',
  kestrel_run:
    '<path d="M5 18.5c9-6.5 15.5-4.5 19 3.5 3.5-8 10-10 19-3.5-6.5-.5-10.5 1.5-13 6L27 30l3 9-6-3.5-6 3.5 3-9-3-5.5c-2.5-4.5-6.5-6.5-13-6z"/><circle cx="24" cy="16" r="3" fill="#ffc98a"/>',
  lumen_patch:
    '<rect x="13" y="13" width="22" height="22" rx="8" transform="rotate(45 24 24)"/><circle cx="24" cy="24" r="6" fill="#ffcf4d"/><path d="m9.5 9.5 4 4m25-4-4 4m-25 25 4-4m25 4-4-4" stroke="#ffe08a" stroke-width="3.2" stroke-linecap="round"/>',
  mistral_bike:
    '<g fill="none" stroke="#fff" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><circle cx="14" cy="31" r="7"/><circle cx="34" cy="31" r="7"/><path d="m14 31 6-11h9.5L34 31M20 20l4.5 11L29.5 20l-1.3-4H33"/></g><path d="M7 11h12M7 16h6" stroke="#a8cbff" stroke-width="3" stroke-linecap="round"/>',
  nimbus_health:
    '<path d="M14.5 36a8.5 8.5 0 0 1-1.2-16.9A11 11 0 0 1 34.6 18 9 9 0 0 1 34 36z"/><path d="M24 20v12m-6-6h12" stroke="currentColor" stroke-width="3.8" stroke-linecap="round"/>',
  orchard_food:
    '<path d="M24 17.5c-4-2.8-13-1.5-13 8.5 0 7.5 5.5 14 9.3 14 1.7 0 2.3-.9 3.7-.9s2 .9 3.7.9C31.5 40 37 33.5 37 26c0-10-9-11.3-13-8.5z"/><path d="M24.5 15c-.6-5.5 2.7-8.8 8.7-9 .6 5.6-2.7 8.9-8.7 9z" fill="#c4ea72"/><path d="M16.5 26c0-2.5 1.2-4 3.2-4.5" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/>',
  pinnacle_climb:
    '<path d="M6 38 20.2 11.9a2 2 0 0 1 3.5 0L28.5 21l1.7-2.9a1.8 1.8 0 0 1 3.1 0L43 38z"/><path d="M14.5 38 26 33.5l-8-5 6.5-5-3.5-4" fill="none" stroke="#d9713a" stroke-width="2.6" stroke-linejoin="round"/><path d="M22 12V5.5l7 2.5-7 2.5" fill="#ffb38a"/>',
  quartz_scale:
    '<path d="m24 6 10 9.5v17L24 42z" fill="#e6c9f2"/><path d="M24 6 14 15.5v17L24 42z"/><path d="m14 15.5 10 4 10-4L24 6z" fill="#fff" opacity=".6"/><path d="M24 19.5V42l10-9.5v-17z" fill="#c79bdc"/><path d="M10 26 5.5 30v8l7 4 4-4V32z" fill="#d9b3e8"/><path d="m38 26 4.5 4v8l-7 4-4-4v-6z" fill="#d9b3e8"/>',
  ridge_treadmill:
    '<path d="M7 27 16.3 13a1.8 1.8 0 0 1 3 0l4.7 7 4-6a1.8 1.8 0 0 1 3 0l10 13z"/><rect x="8.5" y="31.5" width="31" height="8" rx="4" fill="none" stroke="#b8dba9" stroke-width="3"/><circle cx="13" cy="35.5" r="1.6" fill="#b8dba9"/><circle cx="35" cy="35.5" r="1.6" fill="#b8dba9"/>',
  solstice_ring:
    '<path d="M11 31a13 13 0 0 1 26 0" fill="none" stroke="#fff" stroke-width="4.6"/><path d="M17.5 31a6.5 6.5 0 0 1 13 0z" fill="#ffd05c"/><path d="M7 36.5h34" stroke="#fff" stroke-width="3.6" stroke-linecap="round"/><path d="M24 7.5v4M9.5 13.5l2.8 2.8m26.2-2.8-2.8 2.8" stroke="#ffd05c" stroke-width="3.2" stroke-linecap="round"/>',
  tundra_watch:
    '<path d="M19 5.5h10l1.5 6h-13zM19 42.5h10l1.5-6h-13z" opacity=".5"/><path d="m24 10 12.2 7v14L24 38l-12.2-7V17z"/><path d="M24 16.5v15m-6.5-11.3 13 7.6m0-7.6-13 7.6" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"/>',
  umbra_sleep:
    '<circle cx="26" cy="22" r="14.5" fill="#ffd9a0"/><circle cx="21.5" cy="25.5" r="14.5" fill="currentColor"/><circle cx="15" cy="22" r="1.7"/><circle cx="23" cy="29" r="2.3"/><circle cx="13" cy="33" r="1.3"/>',
  vertex_trainer:
    '<g transform="rotate(-38 24 24)"><rect x="12" y="21.8" width="24" height="4.4" fill="#ffb0c2"/><rect x="9" y="13" width="6.4" height="22" rx="3.2"/><rect x="32.6" y="13" width="6.4" height="22" rx="3.2"/><rect x="4" y="18" width="4" height="12" rx="2"/><rect x="40" y="18" width="4" height="12" rx="2"/></g>',
  willow_diary:
    '<path d="M13 8h20a4 4 0 0 1 4 4v24a4 4 0 0 1-4 4H13z"/><path d="M10.5 8H15v32h-4.5z" fill="#8fd6bd"/><path d="M20 13.5c8 .5 11.5 7 11 19" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/><path d="M26 16.5c-.9 3-2.6 4.5-5.5 5 .2-3 2.2-5 5.5-5zm4 6c-.7 3.4-2.5 5.2-5.7 6 .1-3.5 2.2-5.7 5.7-6zm1 7c-.9 2.9-2.5 4.4-5.3 5.3.2-3.2 2-5 5.3-5.3z" fill="currentColor"/>',
  xenon_pump:
    '<rect x="7" y="12" width="25" height="18" rx="5.5"/><path d="m12.5 17.5 7 7m0-7-7 7" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"/><circle cx="26" cy="21" r="2.4" fill="currentColor"/><path d="M19.5 30v3.5a4.5 4.5 0 0 0 4.5 4.5h4" fill="none" stroke="#9ad4f5" stroke-width="3" stroke-linecap="round"/><path d="M36 28.5s5.5 5.3 5.5 9a5.5 5.5 0 0 1-11 0c0-3.7 5.5-9 5.5-9z" fill="#9ad4f5"/>',
  yarrow_meter:
    '<path d="M24 42V19m0 15-11-12m11 12 11-12" fill="none" stroke="#fff" stroke-width="2.8" stroke-linecap="round"/><g fill="#ffe08a"><circle cx="24" cy="11" r="3.6"/><circle cx="17.3" cy="13.5" r="3.3"/><circle cx="30.7" cy="13.5" r="3.3"/></g><circle cx="11" cy="18.5" r="4"/><circle cx="37" cy="18.5" r="4"/><circle cx="24" cy="18.5" r="4"/>',
  zephyr_bed:
    '<path d="M8 14v24m0-5h32m0 5v-8a5 5 0 0 0-5-5H8" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/><path d="M15 18h11a4 4 0 1 0-3.8-5.3M31 20.5h4.5a3.3 3.3 0 1 0-3-4.5" fill="none" stroke="#aed2ff" stroke-width="3" stroke-linecap="round"/>',
  atlas_cuff:
    '<path d="M9.5 20.5a14.5 14.5 0 0 0 29 0" fill="none" stroke="#ffb3c2" stroke-width="5" stroke-linecap="round"/><circle cx="24" cy="18.5" r="10"/><path d="M14 18.5h20M24 8.5c-5.3 5.5-5.3 14.5 0 20 5.3-5.5 5.3-14.5 0-20z" fill="none" stroke="currentColor" stroke-width="2"/><path d="M24 35v6.5" stroke="#ffb3c2" stroke-width="5" stroke-linecap="round"/>',
  breeze_inhaler:
    '<path d="M25 17h11v19a4 4 0 0 1-4 4H18.5a3.5 3.5 0 0 1-3.5-3.5V33a3 3 0 0 1 3-3h7z"/><rect x="26.5" y="7.5" width="8" height="8" rx="2.5" fill="#8fe3ea"/><path d="M7 16.5h6.5a3.2 3.2 0 1 0-3-4.3M6.5 22H17M6.5 27.5h4.5" fill="none" stroke="#8fe3ea" stroke-width="2.8" stroke-linecap="round"/>',
};
