// The version that the site documents. If there are other versions, the reader can switch to the same page there, if it exists.
import { useData, withBase } from 'vitepress';
import { h, onMounted, ref } from 'vue';
import { listVersions } from './with-service.js';

export const Version = {
  setup() {
    const { theme } = useData();
    const others = ref([]);
    onMounted(async () => (others.value = await listVersions()));
    return () => {
      const { version } = theme.value;
      if (others.value.length < 2) return h('span', { class: 'version' }, version);
      const root = withBase('/');
      const here = root.split('/').at(-2);
      const options = others.value.map((name) => {
        const isHere = name === here;
        return h('option', { value: name, selected: isHere }, isHere ? version : name);
      });
      const onChange = ({ target }) =>
        void goTo(new URL(`../${target.value}/`, location.origin + root), root);
      return h('select', { class: 'version', 'aria-label': 'Version', onChange }, options);
    };
  },
};

async function goTo(front, root) {
  const page = new URL(location.pathname.slice(root.length), front);
  const answer = await fetch(page, { method: 'HEAD' }).catch(() => null);
  location.assign(answer?.ok ? page : front);
}
